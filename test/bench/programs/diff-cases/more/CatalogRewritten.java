package more;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;

/** Dumps its whole catalogue whenever an entry is new. */
public final class CatalogRewritten extends Screen {
  private final ArrayList<String> catalog = new ArrayList<>();
  private int written;

  @Override
  public void onCreate() {
    super.onCreate();
    for (int entry = 0; entry < 150; entry++) catalog.add("entry " + entry);
  }

  @Override
  public void onClick(int position) {
    super.onClick(position);
    catalog.add("new entry " + position);
    save();
  }

  private void save() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(catalog);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    written += bytes.size();
  }
}
