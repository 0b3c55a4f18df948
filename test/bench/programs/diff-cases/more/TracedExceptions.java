package more;

import android.util.Log;
import java.io.UnsupportedEncodingException;

/** Logs in an encoding that there is none of, and the stack trace of what comes of it, each time. */
public final class TracedExceptions extends Screen {
  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    for (int entry = 0; entry < 4; entry++) write("entry \u00e9 " + entry, 12);
  }

  private void write(String text, int depth) {
    if (depth > 0) {
      write(text, depth - 1);
      return;
    }
    try {
      Log.d("Logger", text.getBytes("UTF-88"));
    } catch (UnsupportedEncodingException e) {
      Log.d("Logger", text.getBytes());
      text = Log.getStackTraceString(e);
    }
  }
}
