package more;

import android.view.View;
import android.view.ViewRootImpl;

/** Has 226 views, of which 172 are never seen. */
public final class ViewsAllKept extends Screen {
  private final View root = new View();
  private final ViewRootImpl window = new ViewRootImpl(root);

  @Override
  public void onCreate() {
    super.onCreate();
    for (int group = 0; group < 15; group++) root.addView(group(14));
  }

  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    window.performTraversal(canvas);
  }

  private static View group(int size) {
    View group = new View();
    for (int view = 0; view < size; view++) group.addView(new View());
    return group;
  }
}
