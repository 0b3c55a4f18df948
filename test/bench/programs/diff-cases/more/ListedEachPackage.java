package more;

import android.os.Shell;

/** Lists all processes for each package, and looks for that one. */
public final class ListedEachPackage extends Screen {
  private int running;

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (position != 1) return;
    for (int number = 1; number <= 40; number++) if (isRunning("com.example.app" + number)) running++;
  }

  private static boolean isRunning(String name) {
    for (String line : Shell.exec("ps")) if (line.contains(name)) return true;
    return false;
  }
}
