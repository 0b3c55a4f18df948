import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.LineNumber;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The JDK's own reader on the same class files (JEP 484): {@code java ReadClasses.java FILE ROUNDS} prints what
 * it found, then the milliseconds of each round. FILE holds class files, each after its length.
 */
class ReadClasses {
    long fields, methods, instructions, opcodes, handlers, lineNumbers;

    public static void main(String[] args) throws Exception {
        List<byte[]> files = split(ByteBuffer.wrap(Files.readAllBytes(Path.of(args[0]))));
        for (int round = 0; round < Integer.parseInt(args[1]); round++) {
            var found = new ReadClasses();
            long started = System.nanoTime();
            for (byte[] file : files) found.read(file);
            long took = System.nanoTime() - started;
            if (round == 0) {
                System.out.printf("%d %d %d %d %d %d %d%n", files.size(), found.fields, found.methods,
                        found.instructions, found.opcodes, found.handlers, found.lineNumbers);
            }
            System.out.println(took / 1e6);
        }
    }

    private static List<byte[]> split(ByteBuffer all) {
        var files = new ArrayList<byte[]>();
        while (all.hasRemaining()) {
            byte[] file = new byte[all.getInt()];
            all.get(file);
            files.add(file);
        }
        return files;
    }

    private void read(byte[] bytes) {
        // Labels name places in the code: what they stand for is resolved by both.
        var file = ClassFile.of(ClassFile.DebugElementsOption.PASS_DEBUG).parse(bytes);
        fields += file.fields().size();
        methods += file.methods().size();
        for (var method : file.methods()) method.code().ifPresent(this::read);
    }

    private void read(CodeModel code) {
        for (var element : code) {
            switch (element) {
                case Instruction instruction -> {
                    instructions++;
                    opcodes += instruction.opcode().bytecode() & 0xff;
                }
                case LineNumber line -> lineNumbers++;
                case ExceptionCatch handler -> handlers++;
                default -> { }
            }
        }
    }
}
