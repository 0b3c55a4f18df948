package more;

import android.database.ContentResolver;

/** Asks for all of 81 fields at each message, though 36 of them stay what they were. */
public final class FieldsEachMessage extends Screen {
  private final ContentResolver resolver = new ContentResolver();
  private int length;

  @Override
  public void onClick(int message) {
    super.onClick(message);
    for (int field = 0; field < 81; field++) length += resolver.query("field" + field).length();
  }
}
