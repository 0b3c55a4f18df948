package android.view;

import android.graphics.Canvas;

/** Goes over all views of a screen, seen or not. */
public final class ViewRootImpl {
  private final View root;

  public ViewRootImpl(View root) {
    this.root = root;
  }

  public void performTraversal(Canvas canvas) {
    scheduleTraversal();
    root.draw(canvas);
  }

  /** Android waits for the next frame; here, all views are measured at once. */
  public void scheduleTraversal() {
    root.measure(1080);
    root.layout(0);
  }
}
