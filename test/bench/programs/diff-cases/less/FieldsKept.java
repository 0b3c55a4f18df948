package less;

import android.database.ContentResolver;

/** Keeps the 36 of 81 fields that do not change. */
public final class FieldsKept extends Page {
  private final ContentResolver resolver = new ContentResolver();
  private final String[] kept = new String[36];
  private int size;

  @Override
  public void onClick(int message) {
    super.onClick(message);
    for (int field = 0; field < 81; field++) size += valueOf(field).length();
  }

  private String valueOf(int field) {
    if (field >= kept.length) return resolver.query("field" + field);
    if (kept[field] == null) kept[field] = resolver.query("field" + field);
    return kept[field];
  }
}
