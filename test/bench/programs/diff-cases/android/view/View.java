package android.view;

import android.app.Activity;
import android.graphics.Canvas;
import java.util.ArrayList;
import java.util.List;

public class View {
  private final List<View> children = new ArrayList<>();
  private int width;
  public int wanted = 10;

  public static void performClick(Activity activity, int position) {
    activity.onClick(position);
  }

  public void addView(View child) {
    children.add(child);
  }

  public int measure(int available) {
    int needed = onMeasure(available);
    for (View child : children) needed += child.measure(available - 1);
    width = Math.min(needed, available);
    return width;
  }

  protected int onMeasure(int available) {
    int fit = 0;
    for (int spec = 0; spec < 8; spec++) fit = Math.max(fit, wanted * spec % 31 + available % 7);
    return fit;
  }

  public void layout(int left) {
    int at = left;
    for (View child : children) {
      child.layout(at);
      at += child.width;
    }
  }

  public void draw(Canvas canvas) {
    canvas.fill(width, wanted);
    for (View child : children) child.draw(canvas);
  }
}
