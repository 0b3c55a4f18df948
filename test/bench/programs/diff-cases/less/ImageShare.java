package less;

import android.graphics.Bitmap;

/** Compresses what is shared into a JPEG of ninety percent. */
public final class ImageShare extends Page {
  private int bytes;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position >= 3) return;
    Bitmap photograph = Bitmap.createPhotograph(64, 48, position);
    bytes += photograph.compress(Bitmap.CompressFormat.JPEG, 90).length;
  }
}
