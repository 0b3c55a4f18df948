package less;

import android.app.Activity;
import android.graphics.Canvas;
import android.widget.TextView;

/** What the applications of this side do beside, in methods of their own. */
abstract class Page extends Activity {
  private final TextView clock = new TextView();
  private final TextView heading = new TextView();
  protected final Canvas surface = new Canvas();

  @Override
  public void onCreate() {
    head("Screen of an application");
  }

  @Override
  public void onClick(int position) {
    head("Chosen: " + position);
  }

  @Override
  public void onTrackElapsedTime(int second) {
    tick(second);
  }

  @Override
  public void doFrame(int frame) {
    if (frame % 4 == 0) surface.drawText("row " + frame);
  }

  private void head(String text) {
    heading.setText(text);
  }

  private void tick(int second) {
    clock.setText(second / 60 + ":" + second % 60);
  }
}
