package more;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads its whole catalogue whenever it shows an entry. */
public final class CatalogReread extends Screen {
  private byte[] file;
  private int shown;

  @Override
  public void onCreate() {
    super.onCreate();
    ArrayList<String> catalog = new ArrayList<>();
    for (int entry = 0; entry < 150; entry++) catalog.add("entry " + entry);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(catalog);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    file = bytes.toByteArray();
  }

  @Override
  public void onClick(int position) {
    super.onClick(position);
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(file))) {
      shown += ((List<?>) in.readObject()).get(position).toString().length();
    } catch (IOException | ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
