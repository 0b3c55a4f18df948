package android.view;

import android.app.Activity;
import java.util.ArrayList;
import java.util.List;

/** Calls back at each frame, and those that asked for the next one. */
public final class Choreographer {
  /** Asks for itself again in each frame in which it wants the next one. */
  public interface FrameCallback {
    void onFrame(int frame);
  }

  private static List<FrameCallback> next = new ArrayList<>();

  public static void postFrameCallback(FrameCallback callback) {
    next.add(callback);
  }

  public static void vsync(Activity activity, int frame) {
    List<FrameCallback> due = next;
    next = new ArrayList<>();
    for (FrameCallback callback : due) callback.onFrame(frame);
    activity.doFrame(frame);
  }
}
