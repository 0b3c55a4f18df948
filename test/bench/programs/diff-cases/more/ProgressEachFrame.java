package more;

import android.widget.ProgressBar;

/** Sets its progress bar in every frame. */
public final class ProgressEachFrame extends Screen {
  private final ProgressBar bar = new ProgressBar();

  @Override
  public void doFrame(int frame) {
    super.doFrame(frame);
    bar.setProgress(frame / 20);
  }
}
