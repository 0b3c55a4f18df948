package android.app;

/** What an application overrides; called back by {@link ActivityThread}. */
public abstract class Activity {
  public void onCreate() {}

  public void doFrame(int frame) {}

  public void onTrackElapsedTime(int second) {}

  public void onClick(int position) {}

  public void onDestroy() {}
}
