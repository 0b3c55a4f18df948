package more;

import android.graphics.Drawable;

/** Goes on asking for frames when the folder is there, and nothing is drawn. */
public final class FramesAfterEnd extends Screen {
  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position == 0) new Spinner().begin();
  }

  private static final class Spinner extends Drawable {
    private int drawn;

    void begin() {
      invalidateSelf();
    }

    @Override
    public void onFrame(int frame) {
      if (drawn < 36) drawArc(10 * drawn++);
      invalidateSelf();
    }
  }
}
