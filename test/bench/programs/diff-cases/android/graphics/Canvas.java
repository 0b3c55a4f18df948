package android.graphics;

public class Canvas {
  private final int[] row = new int[64];

  public void fill(int width, int color) {
    for (int x = 0; x < row.length; x++) row[x] = row[x] * 31 + (x < width % 64 ? color : 0);
  }

  public void drawText(String text) {
    for (int at = 0; at < text.length(); at++) fill(text.charAt(at) % 9, at);
  }

  public void drawArc(int sweep) {
    for (int degree = 0; degree < sweep; degree += 30) fill(degree, 3);
  }
}
