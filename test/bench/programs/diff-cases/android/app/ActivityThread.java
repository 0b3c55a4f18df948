package android.app;

import android.view.Choreographer;
import android.view.View;

/**
 * Stands in for Android's: starts an application by the name of its activity,
 * and calls it back as thirty seconds of use do.
 */
public final class ActivityThread {
  public static void main(String[] arguments) throws ReflectiveOperationException {
    Activity activity = (Activity) Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
    activity.onCreate();
    for (int second = 0; second < 30; second++) {
      for (int frame = 0; frame < 20; frame++) Choreographer.vsync(activity, 20 * second + frame);
      dispatchMessage(activity, second);
      if (second % 3 == 0) View.performClick(activity, second / 3);
    }
    activity.onDestroy();
  }

  static void dispatchMessage(Activity activity, int second) {
    activity.onTrackElapsedTime(second);
  }
}
