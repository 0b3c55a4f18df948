package more;

import android.graphics.Bitmap;

/** Compresses what is shared into a PNG. */
public final class ImageUpload extends Screen {
  private int sent;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position < 3) upload(Bitmap.createPhotograph(64, 48, position));
  }

  private void upload(Bitmap picture) {
    sent += picture.compress(Bitmap.CompressFormat.PNG, 100).length;
  }
}
