package more;

import android.app.Activity;
import android.graphics.Canvas;
import android.widget.TextView;

/** What the applications of this side do beside: a title, a clock, a list that is drawn. */
abstract class Screen extends Activity {
  protected final Canvas canvas = new Canvas();
  private final TextView title = new TextView();
  private final TextView elapsed = new TextView();

  @Override
  public void onCreate() {
    title.setText("Screen of an application");
  }

  @Override
  public void doFrame(int frame) {
    if (frame % 4 == 0) paintRows(frame);
  }

  @Override
  public void onTrackElapsedTime(int second) {
    elapsed.setText(format(second));
  }

  @Override
  public void onClick(int position) {
    title.setText("Chosen: " + position);
  }

  private void paintRows(int frame) {
    canvas.drawText("row " + frame);
  }

  private static String format(int second) {
    return second / 60 + ":" + second % 60;
  }
}
