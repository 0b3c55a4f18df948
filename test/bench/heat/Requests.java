import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.netty.handler.codec.http.cookie.ServerCookieDecoder;
import io.netty.handler.codec.http.cookie.ServerCookieEncoder;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.InterfaceHttpData;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameEncoder;
import java.nio.charset.StandardCharsets;

/** A web server's protocol, without a network: of ten requests nine are for pages ("a"), or forms and sockets ("b"). */
public class Requests {
    public static void main(String[] arguments) {
        int sum = 0;
        for (int i = 0; i < 3000; i++)
            sum += arguments[0].equals("a") == (i % 10 != 0) ? page(i) : form(i) + socket(i);
        System.out.println(sum);
    }

    private static int page(int number) {
        EmbeddedChannel server = new EmbeddedChannel(new HttpServerCodec(), new HttpObjectAggregator(65_536));
        server.writeInbound(bytes("GET /page" + number + "?from=" + number + "&text=a%20b+c&to=9 HTTP/1.1\r\nHost: x\r\n"
                + "Accept: text/html, application/xml;q=0.9\r\nCookie: id=" + number + "; theme=dark\r\n"
                + "User-Agent: a browser of some length\r\nConnection: keep-alive\r\n\r\n"));
        FullHttpRequest request = server.readInbound();
        int sum = new QueryStringDecoder(request.uri()).parameters().size();
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.OK, bytes("<p>page " + number + "</p>"));
        for (Cookie cookie : ServerCookieDecoder.STRICT.decode(request.headers().get("Cookie")))
            response.headers().add("Set-Cookie", ServerCookieEncoder.STRICT.encode(cookie));
        response.headers().setInt("Content-Length", response.content().readableBytes());
        server.writeOutbound(response);
        for (ByteBuf part = server.readOutbound(); part != null; part = server.readOutbound()) {
            sum += part.readableBytes();
            part.release();
        }
        request.release();
        server.finishAndReleaseAll();
        return sum;
    }

    private static int form(int number) {
        StringBuilder body = new StringBuilder();
        for (int field = 0; field < 8; field++)
            body.append("--edge\r\nContent-Disposition: form-data; name=\"field").append(field)
                    .append("\"\r\n\r\nvalue ").append(number).append("\r\n");
        FullHttpRequest request = new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1, HttpMethod.POST, "/form", bytes(body.append("--edge--\r\n").toString()));
        request.headers().set("Content-Type", "multipart/form-data; boundary=edge");
        HttpPostRequestDecoder decoder = new HttpPostRequestDecoder(request);
        int sum = 0;
        for (InterfaceHttpData data : decoder.getBodyHttpDatas()) sum += data.getName().length();
        decoder.destroy();
        request.release();
        return sum;
    }

    private static int socket(int number) {
        EmbeddedChannel client = new EmbeddedChannel(new WebSocket13FrameEncoder(true));
        EmbeddedChannel server = new EmbeddedChannel(new WebSocket13FrameDecoder(true, false, 65_536));
        client.writeOutbound(new TextWebSocketFrame("message " + number));
        for (ByteBuf part = client.readOutbound(); part != null; part = client.readOutbound()) server.writeInbound(part);
        TextWebSocketFrame frame = server.readInbound();
        int length = frame.text().length();
        frame.release();
        return length;
    }

    private static ByteBuf bytes(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.UTF_8);
    }
}
