package more;

import android.graphics.Bitmap;
import android.graphics.BitmapFactory;
import android.net.ImageServer;

/** Shows photographs that it asks for as PNG. */
public final class ImageOfServer extends Screen {
  private final ImageServer server = new ImageServer();
  private int shown;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position < 3) show(position);
  }

  private void show(int number) {
    shown += BitmapFactory.decodeStream(server.open(number, Bitmap.CompressFormat.PNG)).getWidth();
  }
}
