package less;

import android.graphics.Drawable;

/** Asks for frames while there is something to draw. */
public final class FramesUntilEnd extends Page {
  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position == 0) new Circle().invalidateSelf();
  }

  private static final class Circle extends Drawable {
    private int steps;

    @Override
    public void onFrame(int frame) {
      if (steps == 36) return;
      drawArc(10 * steps++);
      invalidateSelf();
    }
  }
}
