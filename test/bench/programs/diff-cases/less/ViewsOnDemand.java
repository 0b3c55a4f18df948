package less;

import android.view.View;
import android.view.ViewRootImpl;

/** Has 76 views: those that are seen. */
public final class ViewsOnDemand extends Page {
  private ViewRootImpl screen;

  @Override
  public void onCreate() {
    super.onCreate();
    View top = new View();
    for (int row = 0; row < 5; row++) {
      View line = new View();
      for (int cell = 0; cell < 14; cell++) line.addView(new View());
      top.addView(line);
    }
    screen = new ViewRootImpl(top);
  }

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    screen.performTraversal(surface);
  }
}
