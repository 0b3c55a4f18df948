package android.net;

import android.graphics.Bitmap;
import java.io.ByteArrayInputStream;
import java.io.InputStream;

/** Stands in for a server that has each photograph in both formats, and sends what it is asked for. */
public final class ImageServer {
  private final byte[][] asPng = new byte[3][];
  private final byte[][] asJpeg = new byte[3][];

  public ImageServer() {
    for (int number = 0; number < asPng.length; number++) {
      Bitmap photograph = Bitmap.createPhotograph(64, 48, number);
      asPng[number] = photograph.compress(Bitmap.CompressFormat.PNG, 100);
      asJpeg[number] = photograph.compress(Bitmap.CompressFormat.JPEG, 90);
    }
  }

  public InputStream open(int number, Bitmap.CompressFormat format) {
    return new ByteArrayInputStream((format == Bitmap.CompressFormat.PNG ? asPng : asJpeg)[number]);
  }
}
