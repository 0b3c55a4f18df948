package less;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.ImageServer;
import java.io.InputStream;

/** Shows photographs that it asks for as JPEG. */
public final class ImageOfShop extends Page {
  private final ImageServer shop = new ImageServer();
  private int width;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position >= 3) return;
    InputStream photograph = shop.open(position, Bitmap.CompressFormat.JPEG);
    width += BitmapFactory.decodeStream(photograph).getWidth();
  }
}
