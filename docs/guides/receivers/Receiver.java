// WAYBILL_WEBHOOK_SECRET=whsec_… java Receiver.java
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    static boolean verify(String secret, UnaryOperator<String> header, byte[] body) throws GeneralSecurityException {
        String id = header.apply("webhook-id"), timestamp = header.apply("webhook-timestamp");
        String signatures = header.apply("webhook-signature");
        if (id == null || timestamp == null || signatures == null) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = mac.doFinal(body);
        for (String one : signatures.split(" ")) {
            if (one.startsWith("v1,") && MessageDigest.isEqual(Base64.getDecoder().decode(one.substring(3)), expected)) return true;
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        String secret = System.getenv("WAYBILL_WEBHOOK_SECRET");
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8099"));
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean isOurs = false;
            try {
                isOurs = verify(secret, exchange.getRequestHeaders()::getFirst, body);
                if (isOurs) System.out.println(new String(body, StandardCharsets.UTF_8)); // store it here, under its webhook-id
            } catch (GeneralSecurityException | IllegalArgumentException wrong) {
                System.err.println(wrong.getMessage());
            }
            exchange.sendResponseHeaders(isOurs ? 204 : 401, -1);
            exchange.close();
        });
        server.start();
    }
}
