package less;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/** Writes the entries that are new. */
public final class CatalogAppended extends Page {
  private final ArrayList<String> entries = new ArrayList<>();
  private int written;

  @Override
  public void onCreate() {
    super.onCreate();
    for (int entry = 0; entry < 150; entry++) entries.add("entry " + entry);
  }

  @Override
  public void onClick(int position) {
    super.onClick(position);
    String added = "new entry " + position;
    entries.add(added);
    append(added);
  }

  private void append(String entry) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(file)) {
      out.writeObject(entry);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written += file.size();
  }
}
