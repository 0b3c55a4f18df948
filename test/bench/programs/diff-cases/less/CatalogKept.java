package less;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads its catalogue once, and keeps it. */
public final class CatalogKept extends Page {
  private byte[] stored;
  private List<?> kept;
  private int length;

  @Override
  public void onCreate() {
    super.onCreate();
    ArrayList<String> entries = new ArrayList<>();
    for (int entry = 0; entry < 150; entry++) entries.add("entry " + entry);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(entries);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    stored = bytes.toByteArray();
  }

  @Override
  public void onClick(int position) {
    super.onClick(position);
    if (kept == null) kept = read();
    length += kept.get(position).toString().length();
  }

  private List<?> read() {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(stored))) {
      return (List<?>) in.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
