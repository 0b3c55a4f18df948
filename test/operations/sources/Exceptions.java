import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.Reader;

/** Code that javac copies: finally, locks, resources, assertions. */
class Exceptions {
  int n;
  static final Object LOCK = new Object();

  int guarded(int x) {
    try {
      n = x;
      return x + 1;
    } finally {
      n++;
    }
  }

  void plain(int x) {
    try {
      n = x;
    } catch (RuntimeException e) {
      n = 2;
    } finally {
      n++;
    }
  }

  int locked() {
    synchronized (LOCK) {
      n++;
    }
    synchronized (this) {
      return n;
    }
  }

  String read(String text, Reader other) throws IOException {
    try (BufferedReader reader = new BufferedReader(new StringReader(text)); other) {
      return reader.readLine();
    }
  }

  void assertions(int x) {
    assert x > 0;
    assert x < 9 && n > 0 : "bad " + x;
  }
}
