package android.graphics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

public final class BitmapFactory {
  public static Bitmap decodeStream(InputStream stream) {
    try {
      return new Bitmap(ImageIO.read(stream));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
