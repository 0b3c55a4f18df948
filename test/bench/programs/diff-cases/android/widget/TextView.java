package android.widget;

import android.view.View;
import android.view.ViewRootImpl;

public class TextView extends View {
  /** As wide as its text is. */
  public static final int WRAP_CONTENT = -2;

  private final int declared;
  private final ViewRootImpl window;
  private int extent;

  public TextView() {
    this(200, null);
  }

  /** The width is in pixels, or {@link #WRAP_CONTENT}: then the views of the window move as the text grows. */
  public TextView(int width, ViewRootImpl window) {
    this.declared = width;
    this.window = window;
  }

  public void setText(String text) {
    extent = 0;
    for (int at = 0; at < text.length(); at++) extent += advance(text.charAt(at));
    wanted = extent;
    if (declared == WRAP_CONTENT) window.scheduleTraversal();
  }

  private static int advance(char character) {
    return character == ' ' ? 4 : 7 + character % 5;
  }
}
