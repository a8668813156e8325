CREATE TABLE "invitations" (
	"tenant_id" uuid NOT NULL,
	"invitation_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"role" text DEFAULT 'User' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"token_hash" text,
	"link_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitations_tenant_id_invitation_id_pk" PRIMARY KEY("tenant_id","invitation_id")
);
--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "status" text DEFAULT 'Active' NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_tenant_id_tenants_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenants"("tenant_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_email_key" ON "invitations" USING btree ("tenant_id",lower("email"));--> statement-breakpoint
CREATE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
-- Members keep their place. Accounts that were added by another organization and never worked in it have not accepted:
-- they become invitations, for which an admin makes a link.
INSERT INTO "invitations" ("tenant_id", "invitation_id", "email", "name", "display_name", "role", "is_admin", "created_at")
SELECT m."tenant_id", gen_random_uuid(), u."email", m."invited_name", m."invited_name", m."role", m."is_admin", m."created_at"
FROM "memberships" m JOIN "users" u ON u."user_id" = m."user_id" WHERE m."invited_name" IS NOT NULL;--> statement-breakpoint
DELETE FROM "password_resets" r USING "memberships" m WHERE m."user_id" = r."user_id" AND m."invited_name" IS NOT NULL;--> statement-breakpoint
DELETE FROM "memberships" WHERE "invited_name" IS NOT NULL;--> statement-breakpoint
-- As when a member is removed: an account that belongs to no organization is deleted.
DELETE FROM "users" u WHERE NOT u."is_super_admin"
	AND EXISTS (SELECT FROM "invitations" i WHERE lower(i."email") = lower(u."email"))
	AND NOT EXISTS (SELECT FROM "memberships" m WHERE m."user_id" = u."user_id");--> statement-breakpoint
-- An admin disables in their own organization from now on; super admins are disabled as such.
UPDATE "memberships" m SET "status" = 'Disabled' FROM "users" u
WHERE u."user_id" = m."user_id" AND u."status" = 'Disabled' AND NOT u."is_super_admin";--> statement-breakpoint
UPDATE "users" u SET "status" = 'Active' WHERE u."status" = 'Disabled' AND NOT u."is_super_admin"
	AND EXISTS (SELECT FROM "memberships" m WHERE m."user_id" = u."user_id");--> statement-breakpoint
ALTER TABLE "memberships" DROP COLUMN "invited_name";