package android.widget;

import android.view.View;

public class TextView extends View {
  private int extent;

  public void setText(String text) {
    extent = 0;
    for (int at = 0; at < text.length(); at++) extent += advance(text.charAt(at));
    wanted = extent;
  }

  private static int advance(char character) {
    return character == ' ' ? 4 : 7 + character % 5;
  }
}
