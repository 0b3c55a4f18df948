package android.graphics;

import android.view.Choreographer;

/** What draws itself, and asks for the frame in which it does so again. */
public abstract class Drawable implements Choreographer.FrameCallback {
  private final Canvas canvas = new Canvas();
  private int dirty;

  public void invalidateSelf() {
    for (int region = 0; region < 16; region++) dirty |= 1 << region;
    Choreographer.postFrameCallback(this);
  }

  public void drawArc(int sweep) {
    canvas.drawArc(sweep);
  }
}
