package less;

import android.os.Shell;
import java.util.List;

/** Lists all processes once, and looks for each package in what it got. */
public final class ListedOnce extends Page {
  private int alive;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position == 1) count(Shell.exec("ps"));
  }

  private void count(List<String> processes) {
    for (int number = 1; number <= 40; number++)
      for (String process : processes)
        if (process.contains("com.example.app" + number)) {
          alive++;
          break;
        }
  }
}
