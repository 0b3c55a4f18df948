package more;

import android.view.View;
import android.view.ViewRootImpl;
import android.widget.TextView;

/** Shows the times of a track in views that are as wide as their text is. */
public final class TimeAsWideAsText extends Screen {
  private final View root = new View();
  private final ViewRootImpl window = new ViewRootImpl(root);
  private final TextView played = new TextView(TextView.WRAP_CONTENT, window);
  private final TextView remaining = new TextView(TextView.WRAP_CONTENT, window);

  @Override
  public void onCreate() {
    super.onCreate();
    root.addView(played);
    root.addView(remaining);
    for (int view = 0; view < 40; view++) root.addView(new View());
    window.performTraversal(canvas);
  }

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    played.setText("0:" + second);
    remaining.setText("0:" + (30 - second));
  }
}
