import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;

/** A database in memory runs SQL: "a" joins and groups, "b" updates by key and searches texts. */
public class Tables {
    public static void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:tables");
                Statement statement = connection.createStatement()) {
            statement.execute("create table person(id int primary key, name varchar(40), town int, height double)");
            statement.execute("create table town(id int primary key, name varchar(40))");
            try (PreparedStatement town = connection.prepareStatement("insert into town values(?, ?)")) {
                for (int i = 0; i < 50; i++) {
                    town.setInt(1, i);
                    town.setString(2, "town " + i);
                    town.executeUpdate();
                }
            }
            try (PreparedStatement person = connection.prepareStatement("insert into person values(?, ?, ?, ?)")) {
                for (int i = 0; i < 4000; i++) {
                    person.setInt(1, i);
                    person.setString(2, "person " + i * 7919L % 4001);
                    person.setInt(3, i % 50);
                    person.setDouble(4, 150 + i % 40);
                    person.executeUpdate();
                }
            }
            if (arguments[0].equals("a")) {
                for (int i = 0; i < 10; i++)
                    print(statement, "select town.name, count(*), avg(height) from person join town on person.town = town.id"
                            + " where height > " + (150 + i) + " group by town.name order by 3 desc limit 3");
            } else {
                statement.execute("create index by_name on person(name)");
                for (int i = 0; i < 2000; i++)
                    statement.execute("update person set height = height + 1 where id = " + i * 31 % 4000);
                for (int i = 0; i < 20; i++)
                    print(statement, "select count(*) from person where name like '%" + i + "7%' and upper(name) <> 'X'");
            }
        }
    }

    private static void print(Statement statement, String query) throws Exception {
        try (ResultSet result = statement.executeQuery(query)) {
            while (result.next()) System.out.println(result.getString(1));
        }
    }
}
