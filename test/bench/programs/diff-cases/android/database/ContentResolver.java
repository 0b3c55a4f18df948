package android.database;

/** A table of fields that is searched for each one asked for. */
public final class ContentResolver {
  private final String[] names = new String[128];

  public ContentResolver() {
    for (int field = 0; field < names.length; field++) names[field] = "field" + field;
  }

  public String query(String field) {
    for (int row = 0; row < names.length; row++)
      if (names[row].equals(field)) return "value of " + field + " in row " + row;
    return "";
  }
}
