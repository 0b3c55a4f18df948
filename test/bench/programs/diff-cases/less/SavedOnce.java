package less;

import android.content.SharedPreferences;

/** Keeps where the track is, and saves it in the end. */
public final class SavedOnce extends Page {
  private final SharedPreferences settings = new SharedPreferences();
  private final SharedPreferences.Editor editor = settings.edit();

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    editor.putString("elapsed", "" + second);
  }

  @Override
  public void onDestroy() {
    editor.apply();
  }
}
