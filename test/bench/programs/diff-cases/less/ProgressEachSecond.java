package less;

import android.widget.ProgressBar;

/** Sets its progress bar once a second. */
public final class ProgressEachSecond extends Page {
  private final ProgressBar progress = new ProgressBar();

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    show(second);
  }

  private void show(int second) {
    progress.setProgress(second);
  }
}
