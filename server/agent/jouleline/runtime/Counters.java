package jouleline.runtime;

/**
 * The counters of all instrumented classes, in blocks whose indices fit into the code of a probe. A final field of
 * an initialized class is a constant to the compiler of the JVM, and so is its element at a constant index.
 */
public final class Counters {
    public static final long[] c0 = Recording.allocate(0);
    public static final long[] c1 = Recording.allocate(1);
    public static final long[] c2 = Recording.allocate(2);
    public static final long[] c3 = Recording.allocate(3);
    public static final long[] c4 = Recording.allocate(4);
    public static final long[] c5 = Recording.allocate(5);
    public static final long[] c6 = Recording.allocate(6);
    public static final long[] c7 = Recording.allocate(7);
    public static final long[] c8 = Recording.allocate(8);
    public static final long[] c9 = Recording.allocate(9);
    public static final long[] c10 = Recording.allocate(10);
    public static final long[] c11 = Recording.allocate(11);
    public static final long[] c12 = Recording.allocate(12);
    public static final long[] c13 = Recording.allocate(13);
    public static final long[] c14 = Recording.allocate(14);
    public static final long[] c15 = Recording.allocate(15);
    public static final long[] c16 = Recording.allocate(16);
    public static final long[] c17 = Recording.allocate(17);
    public static final long[] c18 = Recording.allocate(18);
    public static final long[] c19 = Recording.allocate(19);
    public static final long[] c20 = Recording.allocate(20);
    public static final long[] c21 = Recording.allocate(21);
    public static final long[] c22 = Recording.allocate(22);
    public static final long[] c23 = Recording.allocate(23);
    public static final long[] c24 = Recording.allocate(24);
    public static final long[] c25 = Recording.allocate(25);
    public static final long[] c26 = Recording.allocate(26);
    public static final long[] c27 = Recording.allocate(27);
    public static final long[] c28 = Recording.allocate(28);
    public static final long[] c29 = Recording.allocate(29);
    public static final long[] c30 = Recording.allocate(30);
    public static final long[] c31 = Recording.allocate(31);
    public static final long[] c32 = Recording.allocate(32);
    public static final long[] c33 = Recording.allocate(33);
    public static final long[] c34 = Recording.allocate(34);
    public static final long[] c35 = Recording.allocate(35);
    public static final long[] c36 = Recording.allocate(36);
    public static final long[] c37 = Recording.allocate(37);
    public static final long[] c38 = Recording.allocate(38);
    public static final long[] c39 = Recording.allocate(39);
    public static final long[] c40 = Recording.allocate(40);
    public static final long[] c41 = Recording.allocate(41);
    public static final long[] c42 = Recording.allocate(42);
    public static final long[] c43 = Recording.allocate(43);
    public static final long[] c44 = Recording.allocate(44);
    public static final long[] c45 = Recording.allocate(45);
    public static final long[] c46 = Recording.allocate(46);
    public static final long[] c47 = Recording.allocate(47);
    public static final long[] c48 = Recording.allocate(48);
    public static final long[] c49 = Recording.allocate(49);
    public static final long[] c50 = Recording.allocate(50);
    public static final long[] c51 = Recording.allocate(51);
    public static final long[] c52 = Recording.allocate(52);
    public static final long[] c53 = Recording.allocate(53);
    public static final long[] c54 = Recording.allocate(54);
    public static final long[] c55 = Recording.allocate(55);
    public static final long[] c56 = Recording.allocate(56);
    public static final long[] c57 = Recording.allocate(57);
    public static final long[] c58 = Recording.allocate(58);
    public static final long[] c59 = Recording.allocate(59);
    public static final long[] c60 = Recording.allocate(60);
    public static final long[] c61 = Recording.allocate(61);
    public static final long[] c62 = Recording.allocate(62);
    public static final long[] c63 = Recording.allocate(63);
    public static final long[] c64 = Recording.allocate(64);
    public static final long[] c65 = Recording.allocate(65);
    public static final long[] c66 = Recording.allocate(66);
    public static final long[] c67 = Recording.allocate(67);
    public static final long[] c68 = Recording.allocate(68);
    public static final long[] c69 = Recording.allocate(69);
    public static final long[] c70 = Recording.allocate(70);
    public static final long[] c71 = Recording.allocate(71);
    public static final long[] c72 = Recording.allocate(72);
    public static final long[] c73 = Recording.allocate(73);
    public static final long[] c74 = Recording.allocate(74);
    public static final long[] c75 = Recording.allocate(75);
    public static final long[] c76 = Recording.allocate(76);
    public static final long[] c77 = Recording.allocate(77);
    public static final long[] c78 = Recording.allocate(78);
    public static final long[] c79 = Recording.allocate(79);
    public static final long[] c80 = Recording.allocate(80);
    public static final long[] c81 = Recording.allocate(81);
    public static final long[] c82 = Recording.allocate(82);
    public static final long[] c83 = Recording.allocate(83);
    public static final long[] c84 = Recording.allocate(84);
    public static final long[] c85 = Recording.allocate(85);
    public static final long[] c86 = Recording.allocate(86);
    public static final long[] c87 = Recording.allocate(87);
    public static final long[] c88 = Recording.allocate(88);
    public static final long[] c89 = Recording.allocate(89);
    public static final long[] c90 = Recording.allocate(90);
    public static final long[] c91 = Recording.allocate(91);
    public static final long[] c92 = Recording.allocate(92);
    public static final long[] c93 = Recording.allocate(93);
    public static final long[] c94 = Recording.allocate(94);
    public static final long[] c95 = Recording.allocate(95);
    public static final long[] c96 = Recording.allocate(96);
    public static final long[] c97 = Recording.allocate(97);
    public static final long[] c98 = Recording.allocate(98);
    public static final long[] c99 = Recording.allocate(99);
    public static final long[] c100 = Recording.allocate(100);
    public static final long[] c101 = Recording.allocate(101);
    public static final long[] c102 = Recording.allocate(102);
    public static final long[] c103 = Recording.allocate(103);
    public static final long[] c104 = Recording.allocate(104);
    public static final long[] c105 = Recording.allocate(105);
    public static final long[] c106 = Recording.allocate(106);
    public static final long[] c107 = Recording.allocate(107);
    public static final long[] c108 = Recording.allocate(108);
    public static final long[] c109 = Recording.allocate(109);
    public static final long[] c110 = Recording.allocate(110);
    public static final long[] c111 = Recording.allocate(111);
    public static final long[] c112 = Recording.allocate(112);
    public static final long[] c113 = Recording.allocate(113);
    public static final long[] c114 = Recording.allocate(114);
    public static final long[] c115 = Recording.allocate(115);
    public static final long[] c116 = Recording.allocate(116);
    public static final long[] c117 = Recording.allocate(117);
    public static final long[] c118 = Recording.allocate(118);
    public static final long[] c119 = Recording.allocate(119);
    public static final long[] c120 = Recording.allocate(120);
    public static final long[] c121 = Recording.allocate(121);
    public static final long[] c122 = Recording.allocate(122);
    public static final long[] c123 = Recording.allocate(123);
    public static final long[] c124 = Recording.allocate(124);
    public static final long[] c125 = Recording.allocate(125);
    public static final long[] c126 = Recording.allocate(126);
    public static final long[] c127 = Recording.allocate(127);

    /** The blocks in their order. */
    static final long[][] blocks = {
        c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59, c60, c61, c62, c63, c64, c65, c66, c67, c68, c69, c70, c71, c72, c73, c74, c75, c76, c77, c78, c79, c80, c81, c82, c83, c84, c85, c86, c87, c88, c89, c90, c91, c92, c93, c94, c95, c96, c97, c98, c99, c100, c101, c102, c103, c104, c105, c106, c107, c108, c109, c110, c111, c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122, c123, c124, c125, c126, c127
    };

    private Counters() {}

    /** All counters in their order; those that each thread has are added up. */
    static long[] copy() {
        if (Recording.classes.perThread) return ThreadCounters.sum().clone();
        long[] all = new long[Recording.classes.counters];
        int place = 0;
        for (long[] block : blocks) {
            System.arraycopy(block, 0, all, place, block.length);
            place += block.length;
        }
        return all;
    }
}
