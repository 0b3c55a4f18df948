package android.widget;

import android.graphics.Canvas;
import android.view.View;

public class ProgressBar extends View {
  private final Canvas canvas = new Canvas();
  private int progress;

  public void setProgress(int progress) {
    this.progress = progress;
    refresh();
  }

  private void refresh() {
    wanted = progress;
    measure(480);
    canvas.fill(progress, 12);
  }
}
