package android.graphics;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A picture, compressed by javax.imageio. */
public final class Bitmap {
  public enum CompressFormat {
    PNG,
    JPEG
  }

  private final BufferedImage image;

  Bitmap(BufferedImage image) {
    this.image = image;
  }

  /** Slopes and noise, as photographs have. */
  public static Bitmap createPhotograph(int width, int height, int seed) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    int noise = seed + 1;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        noise = noise * 1103515245 + 12345;
        image.setRGB(x, y, (x * 2 & 255) << 16 | (y * 3 & 255) << 8 | (noise >>> 24));
      }
    return new Bitmap(image);
  }

  public int getWidth() {
    return image.getWidth();
  }

  public byte[] compress(CompressFormat format, int quality) {
    ImageWriter writer = ImageIO.getImageWritersByFormatName(format.name()).next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      if (format == CompressFormat.JPEG) {
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality(quality / 100f);
      }
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
