package more;

import android.content.SharedPreferences;

/** Saves where the track is each second. */
public final class SavedEachSecond extends Screen {
  private final SharedPreferences preferences = new SharedPreferences();

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    remember(second);
  }

  private void remember(int second) {
    preferences.edit().putString("elapsed", "" + second).apply();
  }
}
