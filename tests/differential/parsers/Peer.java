// SPDX-License-Identifier: MIT
// What Jackson reads, into trees and into objects; see ../client_texts.cpp for
// the lines.
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

public class Peer {
  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class Params {
    public Object name;
  }

  @JsonIgnoreProperties(ignoreUnknown = true)
  public static class Request {
    public String method = "";
    public Object id;
    public Params params;
  }

  private static final ObjectMapper mapper = new ObjectMapper();

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String reading(String method, Object id, Object name) {
    String spelled = id == null ? "-"
        : id instanceof String ? "s" + hex((String) id) : "n" + id;
    String called = "";
    if (method.equals("tools/call")) {
      if (!(name instanceof String)) return "odd: name " + name;
      called = hex((String) name);
    }
    return hex(method) + "|" + spelled + "|" + called;
  }

  private static Object plain(JsonNode node) {
    if (node == null || node.isNull() || node.isMissingNode()) return null;
    return node.isTextual() ? node.textValue() : node;
  }

  private static String readingOfTree(JsonNode message) {
    JsonNode method = message.path("method");
    if (!method.isMissingNode() && !method.isTextual()) {
      return "odd: method " + method;
    }
    return reading(method.asText(), plain(message.get("id")),
        plain(message.path("params").path("name")));
  }

  private static String trees(byte[] text) throws IOException {
    JsonNode root = mapper.readTree(text);
    List<String> readings = new ArrayList<>();
    if (root.isArray()) {
      root.forEach(message -> readings.add(readingOfTree(message)));
    } else {
      readings.add(readingOfTree(root));
    }
    return String.join(",", readings);
  }

  private static String objects(byte[] text) throws IOException {
    String start = new String(text, StandardCharsets.ISO_8859_1).trim();
    List<Request> all = start.startsWith("[")
        ? mapper.readValue(text, new TypeReference<List<Request>>() {})
        : List.of(mapper.readValue(text, Request.class));
    List<String> readings = new ArrayList<>();
    for (Request message : all) {
      readings.add(reading(message.method == null ? "" : message.method,
          message.id, message.params == null ? null : message.params.name));
    }
    return String.join(",", readings);
  }

  private static String read(byte[] text) {
    String asTrees = null;
    String asObjects = null;
    try {
      asTrees = trees(text);
    } catch (IOException refused) {
      // Then it is for the other to say.
    }
    try {
      asObjects = objects(text);
    } catch (IOException refused) {
      // Refused is as good as the same.
    }
    if (asTrees == null && asObjects == null) return "refused";
    if (asTrees == null) return asObjects;
    if (asObjects == null || asObjects.equals(asTrees)) return asTrees;
    return "odd: as trees " + asTrees + ", as objects " + asObjects;
  }

  public static void main(String[] words) throws IOException {
    BufferedReader lines = new BufferedReader(
        new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    PrintStream out = new PrintStream(
        new java.io.BufferedOutputStream(System.out, 1 << 16), false,
        StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null;
        line = lines.readLine()) {
      String digits = line.split("\t")[0];
      out.println(read(HexFormat.of().parseHex(digits)).replace('\n', ' '));
    }
    out.flush();
  }
}
