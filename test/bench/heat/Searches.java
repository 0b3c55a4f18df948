import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** A search engine: "a" indexes many texts and finds words, "b" deletes some and finds phrases and similar words. */
public class Searches {
    public static void main(String[] arguments) throws Exception {
        boolean findsWords = arguments[0].equals("a");
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer())
                    .setMergeScheduler(new SerialMergeScheduler()))) {
                index(writer, findsWords ? 3000 : 800);
                if (!findsWords) writer.deleteDocuments(IntPoint.newRangeQuery("size", 30, 40));
            }
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                IndexSearcher searcher = new IndexSearcher(reader);
                long found = 0;
                for (int i = 0; i < 300; i++)
                    found += searcher.search(findsWords ? words(i) : similar(i), 10).totalHits.value;
                System.out.println(found);
            }
        }
    }

    private static void index(IndexWriter writer, int documents) throws Exception {
        Random random = new Random(4);
        for (int i = 0; i < documents; i++) {
            StringBuilder text = new StringBuilder();
            int size = 20 + random.nextInt(60);
            for (int word = 0; word < size; word++)
                text.append("word").append((int) (500 * random.nextDouble() * random.nextDouble())).append(' ');
            Document document = new Document();
            document.add(new StringField("id", "id" + i, Field.Store.YES));
            document.add(new TextField("text", text.toString(), Field.Store.NO));
            document.add(new IntPoint("size", size));
            writer.addDocument(document);
        }
    }

    private static Query words(int number) {
        return new BooleanQuery.Builder()
                .add(new TermQuery(new Term("text", "word" + number % 90)), BooleanClause.Occur.MUST)
                .add(new TermQuery(new Term("text", "word" + number % 70)), BooleanClause.Occur.SHOULD)
                .add(IntPoint.newRangeQuery("size", 25, 70), BooleanClause.Occur.FILTER)
                .build();
    }

    private static Query similar(int number) {
        if (number % 3 == 0) return new FuzzyQuery(new Term("text", "wort" + number), 2);
        if (number % 3 == 1) return new WildcardQuery(new Term("text", "w*d" + number % 10 + "?"));
        return new PhraseQuery(2, "text", "word" + number % 9, "word" + number % 8);
    }
}
