import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.safety.Safelist;

/** A parser of web pages: "a" parses and selects, "b" cleans and prints broken pages. */
public class Pages {
    public static void main(String[] arguments) {
        StringBuilder page = new StringBuilder("<html><head><title>t</title></head><body>");
        boolean isWhole = arguments[0].equals("a");
        for (int i = 0; i < 400; i++)
            page.append("<div class='row r").append(i % 7).append("'><a href='/p").append(i).append("'>link &amp; ").append(i)
                    .append(isWhole ? "</a><p>some <b>text</b></p></div>" : "<p onclick=x>some <b>text<script>y()</script>");
        int found = 0;
        for (int i = 0; i < 10; i++) {
            if (isWhole) {
                Document document = Jsoup.parse(page.toString());
                for (Element link : document.select("div.r3 > a[href^=/p1], p:has(b)")) found += link.text().length();
            } else {
                found += Jsoup.clean(page.toString(), Safelist.basic()).length();
                found += Jsoup.parse(page.toString()).outerHtml().length();
            }
        }
        System.out.println(found);
    }
}
