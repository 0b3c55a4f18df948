package less;

import android.view.View;
import android.view.ViewRootImpl;
import android.widget.TextView;

/** Shows the times of a track in views of a fixed width. */
public final class TimeOfFixedWidth extends Page {
  private final View top = new View();
  private final ViewRootImpl screen = new ViewRootImpl(top);
  private final TextView before = new TextView(120, screen);
  private final TextView after = new TextView(120, screen);

  @Override
  public void onCreate() {
    super.onCreate();
    top.addView(before);
    top.addView(after);
    for (int view = 0; view < 40; view++) top.addView(new View());
    screen.performTraversal(surface);
  }

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    before.setText("0:" + second);
    after.setText("0:" + (30 - second));
  }
}
