package less;

import android.util.Log;
import java.nio.charset.StandardCharsets;

/** Logs in an encoding that every platform has. */
public final class EncodedLogs extends Page {
  @Override
  public void onTrackElapsedTime(int second) {
    super.onTrackElapsedTime(second);
    for (int entry = 0; entry < 4; entry++)
      Log.d("Logger", ("entry \u00e9 " + entry).getBytes(StandardCharsets.UTF_8));
  }
}
